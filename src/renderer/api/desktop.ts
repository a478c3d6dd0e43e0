import { BRIDGE_NAME, type DesktopBridge } from '../../contract/system/bridge.ts';

/** The desktop window's bridge; undefined in a browser. */
export function desktop(): DesktopBridge | undefined {
  return (globalThis as { [BRIDGE_NAME]?: DesktopBridge })[BRIDGE_NAME];
}
