import { join } from 'node:path';
import { app, ipcMain, shell } from 'electron';
import { z } from 'zod';
import { BRIDGE_CHANNELS, type NotificationSettings } from '../contract/system/bridge.ts';
import type { Backend } from './backend.ts';
import { chooseFiles } from './dialogs.ts';
import { readJson, writeJson } from './json-file.ts';
import { isTrustedSender } from './policies/page-access.ts';
import { printPdf } from './print-pdf.ts';
import type { MainText } from './text.ts';

/** Maximum length of a report, in UTF-16 units: about 2,000 images. */
const MAX_REPORT_LENGTH = 256 * 1024 ** 2;

const Notifications: z.ZodType<NotificationSettings> = z.object({ enabled: z.boolean() });

/**
 * Handles calls from the page. Rejects a call unless it comes from the top frame of a page of the application's own
 * server, and validates its payload before use (Electron's security checklist, item 17).
 * @returns whether the user wants notifications
 */
export function handlePageCalls({ own, host, connection }: Backend, text: MainText): () => boolean {
  const origin = connection.url;
  const file = join(app.getPath('userData'), 'notifications.json');
  let settings = readJson(file, Notifications) ?? { enabled: true };

  handle(origin, BRIDGE_CHANNELS.pickFolder, z.undefined(), async () => {
    const title = text('folderTitle');
    const [path] = await chooseFiles({ title, properties: ['openDirectory', 'createDirectory'] });
    return path ?? null;
  });
  handle(origin, BRIDGE_CHANNELS.showInFolder, z.uuid(), async (jobId) => {
    const path = await own?.sourceFile(jobId);
    if (path === undefined) return false;
    shell.showItemInFolder(path);
    return true;
  });
  handle(origin, BRIDGE_CHANNELS.showLogs, z.undefined(), () => shell.showItemInFolder(host.logFile));
  handle(origin, BRIDGE_CHANNELS.printPdf, z.string().max(MAX_REPORT_LENGTH), printPdf);
  handle(origin, BRIDGE_CHANNELS.notifications, z.undefined(), () => settings);
  handle(origin, BRIDGE_CHANNELS.setNotifications, Notifications, (wanted) => {
    settings = wanted;
    const error = writeJson(file, settings);
    if (error) throw error;
  });
  return () => settings.enabled;
}

function handle<Schema extends z.ZodType>(
  origin: string,
  channel: string,
  schema: Schema,
  answer: (payload: z.infer<Schema>) => unknown,
): void {
  ipcMain.handle(channel, (event, payload: unknown) => {
    if (!isTrustedSender(event.senderFrame, origin)) throw new Error('This page is not allowed to send requests.');
    return answer(schema.parse(payload));
  });
}
