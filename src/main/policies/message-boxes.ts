import { basename, dirname } from 'node:path';
import type { MainText } from '../text.ts';

/** Options of a message box, as Electron's `dialog.showMessageBox` takes them. */
export interface MessageBox {
  type: 'info' | 'question' | 'warning' | 'error';
  message: string;
  detail: string;
  buttons: string[];
  defaultId?: number;
  cancelId?: number;
}

/** Shown after a crashed page was reloaded. */
export function crashNotice(text: MainText): MessageBox {
  return { type: 'warning', message: text('crashedTitle'), detail: text('crashedDetail'), buttons: [text('ok')] };
}

/** Asked when the page keeps crashing: 0 reloads it, 1 quits. */
export function crashLoopQuestion(text: MainText): MessageBox {
  const buttons = [text('reload'), text('quit')];
  return { type: 'error', message: text('crashLoopTitle'), detail: text('crashLoopDetail'), buttons };
}

/** Asked when the page hangs: 0 waits, 1 reloads it. */
export function unresponsiveQuestion(text: MainText): MessageBox {
  const buttons = [text('wait'), text('reload')];
  return { type: 'warning', message: text('unresponsiveTitle'), detail: text('unresponsiveDetail'), buttons };
}

/** Asked when another process owns the library in `dataFolder`: 0 connects to its server at `url`, 1 quits. */
export function alreadyRunningQuestion(text: MainText, dataFolder: string, url: string): MessageBox {
  const detail = `${text('alreadyRunningDetail')}\n\n${dataFolder}\n${url}`;
  const buttons = [text('connect'), text('quit')];
  return { type: 'question', message: text('alreadyRunningTitle'), detail, buttons, defaultId: 0, cancelId: 1 };
}

/** Shown at a start without a keyring of the system. */
export function keyringNotice(text: MainText): MessageBox {
  return { type: 'warning', message: text('keyringTitle'), detail: text('keyringDetail'), buttons: [text('ok')] };
}

/** Explains how to get updates, with the installed `version`. */
export function updatesNotice(text: MainText, version: string): MessageBox {
  const detail = text('updatesDetail', { version });
  return { type: 'info', message: text('updatesTitle'), detail, buttons: [text('ok')] };
}

/** Shown when a file could not be saved at `path`. */
export function downloadNotice(text: MainText, path: string): MessageBox {
  const message = text('notSavedTitle', { name: basename(path) });
  return { type: 'error', message, detail: `${text('notSavedDetail')}\n\n${dirname(path)}`, buttons: [text('ok')] };
}
