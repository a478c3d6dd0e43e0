import { useEffect, useMemo, useRef } from 'react';
import { useSearch } from 'wouter';
import { INSPECTOR_TABS, type InspectorTab } from './inspector.tsx';
import type { Player } from './player/player-store.ts';

/** Time after the last seek until it is in the URL: browsers limit how often that may change. */
const SETTLE_MS = 300;

/**
 * Parameters of the URL. The page keeps its tab, its open chat, and the time at which it is paused there, for a reload;
 * the history doesn't grow.
 * @param onNamed handles parameters that something else wrote, also for a new player
 */
export function useVideoUrl(player: Player, onNamed: (named: URLSearchParams) => void) {
  const search = useSearch();
  const named = useMemo(() => new URLSearchParams(search), [search]);
  /** Parameters that the page wrote and has not received yet: several, as of a click and a key at once. */
  const own = useRef<string[]>([]);
  const handler = useRef(onNamed);
  handler.current = onNamed;
  const keep = useRef((name: 'tab' | 't' | 'chat', value: string | null): void => {
    const params = new URLSearchParams(location.search);
    if (params.get(name) === value) return;
    if (value === null) params.delete(name);
    else params.set(name, value);
    // Opened by now; at a reload it would set tab and time.
    params.delete('moment');
    own.current.push(params.toString());
    history.replaceState(history.state, '', `?${params}`);
  });

  useEffect(() => {
    const at = own.current.indexOf(named.toString());
    own.current = at < 0 ? [] : own.current.slice(at + 1);
    if (at >= 0) return;
    const asked = Number(named.get('t') ?? Number.NaN);
    if (Number.isFinite(asked)) player.seek(asked);
    handler.current(named);
  }, [named, player]);
  useEffect(() => {
    const page = location.pathname;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keepTime = () => {
      const { time, isPlaying } = player.store.getState();
      // A link to another page may have been opened meanwhile.
      if (isPlaying || location.pathname !== page) return;
      const rounded = Math.round(time * 1000) / 1000;
      if (rounded !== Number(new URLSearchParams(location.search).get('t')))
        keep.current('t', rounded > 0 ? String(rounded) : null);
    };
    const stop = player.store.subscribe(({ time, isPlaying }, before) => {
      if (isPlaying || (time === before.time && !before.isPlaying)) return;
      clearTimeout(timer);
      timer = setTimeout(keepTime, SETTLE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [player]);

  return {
    named,
    keepTab: (tab: InspectorTab) => keep.current('tab', tab),
    keepChat: (id: string | null) => keep.current('chat', id),
  };
}

/** The tab that a URL names; null for none. */
export function tabIn(named: URLSearchParams): InspectorTab | null {
  return INSPECTOR_TABS.find((tab) => tab === named.get('tab')) ?? null;
}
