import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildApplication, buildPages } from './real-electron/bundle.ts';
import { FILES } from './real-electron/journeys/files.ts';
import { START } from './real-electron/journeys/start.ts';
import { WINDOW } from './real-electron/journeys/window.ts';
import { Impossible, Lab } from './real-electron/lab.ts';
import { startMachine } from './real-electron/machine.ts';
import { installRuntime } from './real-electron/runtime.ts';

/*
 * Drives the desktop application in a real Electron on displays that nobody sees (CONTRIBUTING.md, *A real Electron*):
 * `node build/real-electron.ts [part of a journey's name]`. The main process, the preload script, and the window are
 * the product's; the server runs in a process of Node, because the runtime is too old for its native packages.
 */
const FOLDER = join(import.meta.dirname, '../.artifacts/real-electron');
/** Lines of GLib and of what builds on it. */
const GLIB_LINE = /^.*(?:GLib|GObject|g_object_|Gtk-CRITICAL).*$/gm;

const wanted = process.argv[2] ?? '';
const screens = join(FOLDER, 'screens');
rmSync(screens, { recursive: true, force: true });
mkdirSync(screens, { recursive: true });

const runtime = installRuntime(FOLDER);
await buildApplication(runtime.app);
const pages = await buildPages(FOLDER);
const machine = await startMachine();
const lab = new Lab(machine, runtime.program, pages, screens);
let failures = 0;

function report(name: string, outcome: string): void {
  process.stdout.write(`${name}: ${outcome}\n`);
}

for (const [name, journey] of Object.entries({ ...START, ...FILES, ...WINDOW })) {
  if (!name.includes(wanted)) continue;
  const began = performance.now();
  try {
    await journey(lab);
    report(name, `passed (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    if (error instanceof Impossible) report(name, `impossible: ${error.message}`);
    else {
      failures += 1;
      lab.picture(`failed ${name}`);
      report(name, `failed: ${error instanceof Error ? error.message : error}`);
    }
  } finally {
    lab.endAll();
  }
}
const lines = lab.output.match(GLIB_LINE) ?? [];
if (lines.length > 0) failures += 1;
report('no line of GLib', lines.length === 0 ? 'passed' : `failed: ${[...new Set(lines)].slice(0, 5).join('\n')}`);
process.stdout.write(`Pictures: ${screens}\n`);
machine.stop();
process.exit(failures > 0 ? 1 : 0);
