import { EventEmitter } from 'node:events';

/**
 * `process.parentPort` of a utility process, over the channel of a forked Node. As there, messages in transit are lost
 * at exit.
 */
class ParentPort extends EventEmitter {
  constructor() {
    super();
    // A listener keeps the process alive, as in Electron.
    process.on('message', (data) => this.emit('message', { data, ports: [] }));
  }
  postMessage(message: unknown): void {
    process.send?.(message);
  }
  start(): void {}
}

// Electron ends its utility processes when the application exits.
process.on('disconnect', () => process.exit(0));
Object.assign(process, { parentPort: new ParentPort() });
