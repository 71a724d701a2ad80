/** From this number on a change of many records asks first. */
export const MANY = 20;
