import type { EngineFactory, LoadedEngine } from './engine.ts';

/**
 * Lets the users of an engine share one copy of its weights, which is freed when the last of them disposes of it. For
 * engines that keep nothing from one call to the next.
 */
export function sharedEngine<Engine extends LoadedEngine>(factory: EngineFactory<Engine>): EngineFactory<Engine> {
  let current: { loading: Promise<Engine>; users: number } | undefined;
  return {
    ...factory,
    async load() {
      current ??= { loading: factory.load(), users: 0 };
      const own = current;
      own.users++;
      let isUsing = true;
      const leave = (): boolean => {
        if (isUsing) own.users--;
        const isLast = isUsing && own.users === 0;
        isUsing = false;
        if (isLast && current === own) current = undefined;
        return isLast;
      };
      try {
        const engine = await own.loading;
        return {
          ...engine,
          async dispose() {
            if (leave()) await engine.dispose();
          },
        };
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}
