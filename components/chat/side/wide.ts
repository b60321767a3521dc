/** From this width, panels are beside the messages. */
export const WIDE = '(min-width: 80rem)';
