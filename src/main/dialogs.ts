import { BrowserWindow, dialog } from 'electron';
import type { MessageBox } from './policies/message-boxes.ts';

/**
 * Asks for files or a folder above the focused window: a chooser without a parent is a window of its own, which can be
 * opened twice and get lost behind others.
 * @returns paths; empty if canceled
 */
export async function chooseFiles(options: Electron.OpenDialogOptions): Promise<string[]> {
  const window = BrowserWindow.getFocusedWindow();
  const shown = window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options);
  return (await shown).filePaths;
}

/** Asks where to save a file. @returns its path; undefined if canceled */
export async function chooseTarget(options: Electron.SaveDialogOptions): Promise<string | undefined> {
  const window = BrowserWindow.getFocusedWindow();
  const shown = window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options);
  return (await shown).filePath || undefined;
}

/** Shows a message, above `window` if given. @returns the number of the button */
export async function showMessage(box: MessageBox, window?: BrowserWindow): Promise<number> {
  // Without a title, taskbars of Linux call it "Untitled".
  const options = { title: 'Reelscope', ...box };
  const shown = window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options);
  return (await shown).response;
}
