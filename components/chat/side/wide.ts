/** From this width, panels stand beside the messages. */
export const WIDE = '(min-width: 80rem)';
