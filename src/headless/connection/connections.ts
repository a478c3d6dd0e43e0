import type { Sharing } from '../../contract/sharing/sharing.ts';
import type { Webhook } from '../../contract/sharing/webhooks.ts';
import { DEFAULT_MODELS_URL, type EngineOptions } from '../../contract/system/models.ts';
import type { Updates } from '../../contract/system/updates.ts';
import { oidcSettings } from '../../server/account/oidc-identity.ts';

/** A reason for the application to use the network. */
export interface NetworkUse {
  name: 'model downloads' | 'ollama' | 'identity provider' | 'webhooks' | 'sharing' | 'updates' | 'telemetry';
  /** Other side of the connection, or the local port; null if there is none. */
  address: string | null;
  /** `out`: this application connects; `in`: others connect to it. */
  direction: 'out' | 'in';
  /** Whether it can happen with the current settings. */
  active: boolean;
  when: string;
}

/** All network use of the application, with the current settings. Pure except for the environment. */
export function networkUse(
  options: EngineOptions,
  sharing: Sharing,
  webhooks: readonly Webhook[],
  updates: Updates,
  env: NodeJS.ProcessEnv = process.env,
): NetworkUse[] {
  const { offline } = options;
  const permitted = (url: string) => !offline || isThisMachine(url);
  const blocked = (url: string) => (permitted(url) ? '' : ' Blocked while offline.');
  // Builds for GPUs are packages of the npm registry unless there is a mirror.
  const packages = options.models_url === DEFAULT_MODELS_URL ? ' GPU builds come from registry.npmjs.org.' : '';
  const issuer = oidcSettings(null, env)?.issuer ?? null;
  return [
    {
      name: 'model downloads',
      address: options.models_url,
      direction: 'out',
      active: permitted(options.models_url),
      when: `When you install a model.${packages}${blocked(options.models_url)}`,
    },
    ollamaUse(options, permitted, blocked),
    {
      name: 'identity provider',
      address: issuer,
      direction: 'out',
      active: issuer !== null && permitted(issuer),
      when:
        issuer === null
          ? 'Never: REELSCOPE_OIDC_ISSUER is not set.'
          : `When someone signs in with a token of it, to read its keys.${blocked(issuer)}`,
    },
    webhooksUse(webhooks, permitted),
    {
      name: 'sharing',
      address: sharing.enabled ? `port ${sharing.port}` : null,
      direction: 'in',
      active: sharing.enabled,
      when: sharing.enabled
        ? 'When someone on the local network opens a shared report.'
        : 'Never: sharing on the local network is off.',
    },
    updatesUse(updates, offline),
    {
      name: 'telemetry',
      address: null,
      direction: 'out',
      active: false,
      when: 'Never: it is turned off in ONNX Runtime.',
    },
  ];
}

function ollamaUse(
  { ollama_url, ollama_more_urls }: EngineOptions,
  permitted: (url: string) => boolean,
  blocked: (url: string) => string,
): NetworkUse {
  const urls = [...new Set([...(ollama_url === null ? [] : [ollama_url]), ...ollama_more_urls])];
  const when = 'When a module, an answer, or the search index uses a model, and to show its state.';
  const note = urls.length === 1 ? blocked(urls[0]!) : blockedOf(urls.filter((url) => !permitted(url)));
  return {
    name: 'ollama',
    address: urls.length === 0 ? null : urls.join(', '),
    direction: 'out',
    active: urls.some(permitted),
    when: urls.length === 0 ? 'Never: no server is configured.' : `${when}${note}`,
  };
}

function blockedOf(urls: readonly string[]): string {
  return urls.length === 0 ? '' : ` Blocked while offline: ${urls.join(', ')}.`;
}

function updatesUse({ enabled, host }: Updates, offline: boolean): NetworkUse {
  const when =
    host === null
      ? 'Never: this build can’t check for new versions.'
      : enabled
        ? 'Once a day, to read the number of the newest version.'
        : 'When you ask for new versions under About; daily checks are off.';
  return {
    name: 'updates',
    address: host,
    direction: 'out',
    active: enabled && !offline,
    when: offline && host !== null ? `${when} Blocked while offline.` : when,
  };
}

function webhooksUse(webhooks: readonly Webhook[], permitted: (url: string) => boolean): NetworkUse {
  const active = webhooks.filter(({ status, url }) => status === 'active' && permitted(url));
  const hosts = new Set(webhooks.map(({ url }) => new URL(url).host));
  return {
    name: 'webhooks',
    address: webhooks.length === 0 ? null : [...hosts].join(', '),
    direction: 'out',
    active: active.length > 0,
    when:
      webhooks.length === 0
        ? 'Never: there is no webhook.'
        : `When something happens that a webhook subscribes to; ${active.length} of ${webhooks.length} can be reached.`,
  };
}

function isThisMachine(url: string): boolean {
  return /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/.test(new URL(url).hostname);
}
