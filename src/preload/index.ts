import { contextBridge, webUtils } from 'electron';
import { BRIDGE_NAME, type DesktopBridge } from '../contract/bridge.ts';

const bridge: DesktopBridge = {
  platform: process.platform,
  pathOf: (file) => webUtils.getPathForFile(file as File),
};

contextBridge.exposeInMainWorld(BRIDGE_NAME, bridge);
