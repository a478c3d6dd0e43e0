/** Step of the arrow keys of every player in the window, in seconds. */
export const SKIP_SECONDS = 5;
