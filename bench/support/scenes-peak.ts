import { readFileSync } from 'node:fs';
import { runScenes } from './run-scenes.ts';

await runScenes(process.argv[2]!);
// On Linux, maxRSS of a child includes the parent's memory; its own peak is in /proc.
const own = process.platform === 'linux' ? /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) : null;
console.log(Math.round((own ? Number(own[1]) : process.resourceUsage().maxRSS) / 1024));
