import { runScenes } from './run-scenes.ts';

await runScenes(process.argv[2]!);
console.log(Math.round(process.resourceUsage().maxRSS / 1024));
