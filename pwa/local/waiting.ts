/** What the mark beside a record says (screens.md): null when it is as the server has it. */
export type Waiting = 'not-sent' | 'sending' | 'refused' | null;
