/** What the desktop window offers to the page beyond what every browser has; absent in a browser. */
export interface DesktopBridge {
  readonly platform: string;
  /** Absolute path of a file that was dropped or chosen, so that it can be imported without an upload; '' for none. */
  pathOf(file: unknown): string;
}

/** The property of `window` that holds the {@link DesktopBridge}. */
export const BRIDGE_NAME = 'reelscope';
