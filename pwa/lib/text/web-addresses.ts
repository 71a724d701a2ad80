/** Web addresses in a text, without the punctuation behind them. */
export const WEB_ADDRESSES = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'’]/g;
