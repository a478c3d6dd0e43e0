import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import type { Store } from '../../../src/db/index.ts';
import { createHeadlessHost } from '../../../src/headless/host.ts';
import { startServer } from '../../../src/server/start.ts';
import { createWorkerProcesses } from '../../../src/server/workers/worker-processes.ts';
import { startTestServer, type TestServer } from '../../fixtures/server.ts';
import { createTempFolder } from '../../fixtures/temp.ts';
import { windowFolder } from './window.ts';

export interface RunningApp {
  url: string;
  token: string;
  store: Store;
  /** URL of a screen, with the access token. */
  at(path: string): string;
  close(): Promise<void>;
}

/**
 * Starts the product: server, workers, models, and the built window, on an empty data folder.
 * @param options network on which reports can be shared; default: that of this machine
 */
export async function startApp(
  options: Pick<NonNullable<Parameters<typeof startServer>[1]>, 'lan'> = {},
): Promise<RunningApp> {
  const folder = await createTempFolder();
  const host = createHeadlessHost(folder.path, () => {});
  let store: Store | undefined;
  const server = await startServer(
    { ...host, folders: { ...host.folders, window: windowFolder() } },
    {
      ...options,
      port: 0,
      work(foundation) {
        store = foundation.store;
        return createWorkerProcesses(host, foundation.log, foundation.engineOptions.engineSettings);
      },
    },
  );
  const { token } = await server.localToken();
  return {
    url: server.url,
    token,
    store: store!,
    at: (path) => `${server.url}${path}#token=${token}`,
    async close() {
      await server.close();
      await folder.remove();
    },
  };
}

/** A network of this machine, so that shared reports have another host than the window; otherwise loopback. */
export function ownNetwork(): NonNullable<NonNullable<Parameters<typeof startServer>[1]>['lan']> {
  const own = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal);
  const loopback = { address: '127.0.0.1', netmask: '255.0.0.0', family: 'IPv4' as const, mac: '', internal: false };
  const network = own ?? { ...loopback, cidr: '127.0.0.1/8' };
  return { hosts: [network.address], interfaces: () => ({ eth0: [network] }) };
}

/** A typical address in an office network. */
export const LAN_ADDRESS = '192.168.7.20';
const oneNetwork = (): NodeJS.Dict<NetworkInterfaceInfo[]> => ({
  eth0: [
    {
      address: LAN_ADDRESS,
      netmask: '255.255.255.0',
      family: 'IPv4',
      mac: '',
      internal: false,
      cidr: `${LAN_ADDRESS}/24`,
    },
  ],
});

/**
 * Starts the real server and the built window, with loopback as its network. The analysis is scripted, so that tests
 * control its states.
 */
export async function startScriptedApp(
  options: Pick<NonNullable<Parameters<typeof startTestServer>[0]>, 'embed' | 'probe'> = {},
): Promise<RunningApp & { server: TestServer }> {
  const server = await startTestServer({
    ...options,
    window: windowFolder(),
    lan: { hosts: ['127.0.0.1'], interfaces: oneNetwork },
  });
  const { url, token, store } = server;
  return { server, url, token, store, at: (path) => `${url}${path}#token=${token}`, close: () => server.close() };
}
