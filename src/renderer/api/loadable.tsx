import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { toError } from '../../base/errors.ts';
import { waitForServer } from './connection.ts';

/** A component in a file of its own. */
export type Loadable<Props> = ComponentType<Props & { fallback?: ReactNode }> & {
  /** Starts loading the code before it is rendered. Errors are reported when it is. */
  preload(): void;
};

/**
 * Defers a component's code until it is first rendered or preloaded. Unlike `lazy`, it is shown as soon as its code has
 * loaded: React keeps the fallback of a Suspense boundary, even an empty one, for 300 ms (FALLBACK_THROTTLE_MS in
 * react-reconciler). The component throws the error of a load that failed twice; the next time that it is mounted, it
 * loads again.
 * @param load imports the file; called once unless it fails
 */
export function loadable<Props extends object>(load: () => Promise<ComponentType<Props>>): Loadable<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const start = () => {
    loading ??= loadWhenReachable(load).then(
      (component) => {
        loaded = component;
        return component;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  function Deferred({ fallback = null, ...props }: Props & { fallback?: ReactNode }) {
    const [Component, setComponent] = useState(() => loaded);
    const [error, setError] = useState<Error | null>(null);
    useEffect(() => {
      if (Component) return;
      start().then(
        // A page takes long to render, which must not block input.
        (component) => startTransition(() => setComponent(() => component)),
        (thrown: unknown) => setError(toError(thrown)),
      );
    }, [Component]);
    if (error) throw error;
    return Component ? <Component {...(props as unknown as Props)} /> : fallback;
  }
  return Object.assign(Deferred, { preload: () => void start().catch(() => {}) });
}

/** Loads code; if that fails, once more as soon as the server responds. */
async function loadWhenReachable<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch {
    await waitForServer();
    return load();
  }
}
