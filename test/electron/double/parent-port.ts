import { EventEmitter } from 'node:events';

let underway = 0;
let ending: number | undefined;
const exit = process.exit.bind(process);

// A message pipe of Electron is emptied before its process ends; Node's channel would lose what was just sent.
process.exit = ((code = 0) => {
  ending = Number(code);
  if (underway === 0 || !process.connected) exit(ending);
}) as typeof process.exit;

/** `process.parentPort` of a utility process, over the channel of a forked Node. */
class ParentPort extends EventEmitter {
  constructor() {
    super();
    // A listener keeps the process alive, as it does in Electron.
    process.on('message', (data) => this.emit('message', { data, ports: [] }));
  }
  postMessage(message: unknown): void {
    underway++;
    process.send?.(message, undefined, undefined, () => {
      underway--;
      if (ending !== undefined && underway === 0) exit(ending);
    });
  }
  start(): void {}
}

// Electron ends its utility processes when the application is gone.
process.on('disconnect', () => process.exit(0));
Object.assign(process, { parentPort: new ParentPort() });
