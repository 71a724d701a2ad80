/**
 * A cookie that the page sets while this device is in a visitor's hands. Calls that need a sign-in are then
 * refused, also when the visitor types their address. It is set without a signal, too, so it is no secret.
 */
export const HANDED_OVER = 'handed-over';

/** The utmMedium of an inquiry that its visitor has written on the agent's device, at a stand. */
export const AT_STAND = 'stand';

/** The mark of an inquiry that a user has entered from a message. The server gives it to no other inquiry. */
export const BY_MESSAGE = 'pasted';
