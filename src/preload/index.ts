import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { BRIDGE_CHANNELS, BRIDGE_NAME, type DesktopBridge } from '../contract/system/bridge.ts';

const bridge: DesktopBridge = {
  platform: process.platform,
  pathOf: (file) => webUtils.getPathForFile(file as File),
  pickFolder: () => ipcRenderer.invoke(BRIDGE_CHANNELS.pickFolder),
  showInFolder: (jobId) => ipcRenderer.invoke(BRIDGE_CHANNELS.showInFolder, jobId),
  showLogs: () => ipcRenderer.invoke(BRIDGE_CHANNELS.showLogs),
  notifications: () => ipcRenderer.invoke(BRIDGE_CHANNELS.notifications),
  setNotifications: (settings) => ipcRenderer.invoke(BRIDGE_CHANNELS.setNotifications, settings),
  printPdf: (html) => ipcRenderer.invoke(BRIDGE_CHANNELS.printPdf, html),
  onShowPage(listener) {
    // The event itself is withheld from the page, since it exposes every IPC channel.
    const heard = (_: unknown, page: string) => listener(page);
    ipcRenderer.on(BRIDGE_CHANNELS.showPage, heard);
    return () => void ipcRenderer.off(BRIDGE_CHANNELS.showPage, heard);
  },
};

contextBridge.exposeInMainWorld(BRIDGE_NAME, bridge);
