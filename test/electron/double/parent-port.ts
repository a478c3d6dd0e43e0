import { EventEmitter } from 'node:events';

/** `process.parentPort` of a utility process, over the channel of a forked Node. As there, an exit loses what is on its way. */
class ParentPort extends EventEmitter {
  constructor() {
    super();
    // A listener keeps the process alive, as it does in Electron.
    process.on('message', (data) => this.emit('message', { data, ports: [] }));
  }
  postMessage(message: unknown): void {
    process.send?.(message);
  }
  start(): void {}
}

// Electron ends its utility processes when the application is gone.
process.on('disconnect', () => process.exit(0));
Object.assign(process, { parentPort: new ParentPort() });
