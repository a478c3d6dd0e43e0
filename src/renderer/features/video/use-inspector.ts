import { useEffect, useMemo, useState } from 'react';
import type { Segment } from '../../../contract/analysis/segment.ts';
import type { Region } from '../../../contract/search/visual.ts';
import type { CloserPart } from './details/coverage/look-closer.tsx';
import type { MissQuestion } from './details/coverage/miss-form.tsx';
import { type InspectorTab, tabOf } from './inspector.tsx';
import type { Range } from './player/player-state.ts';
import type { Player } from './player/player-store.ts';
import { useAskedMoment } from './use-asked-moment.ts';
import { useMomentMarks } from './use-moment-marks.ts';
import type { VideoData } from './use-video-data.ts';
import { tabIn, useVideoUrl } from './use-video-url.ts';

/** Shown until the findings are known. */
const FIRST_TAB = 'findings';
/** Length of a new finding without a marked range. */
const NEW_FINDING_SECONDS = 3;
/** Seconds before and after the frame whose region is looked at closer. */
const CLOSER_SECONDS = 1;

/**
 * State of the tabs beside the player: the one that is open, the finding, moment, or person that was chosen elsewhere
 * or is named by the URL, and the range that is asked about, added, or looked at closer. Each action opens its tab.
 */
export function useInspector(jobId: string, player: Player, { segments, speech, isLoaded }: VideoData) {
  const [picked, setPicked] = useState<string | null>(null);
  const { named, keepTab, keepChat } = useVideoUrl(player, (params) => {
    setPicked(null);
    const namedTab = tabIn(params);
    if (namedTab) showTab(namedTab);
  });
  const target = picked ?? named.get('finding');
  const [tab, showTab] = useState<InspectorTab | null>(
    () => tabIn(named) ?? (target !== null || named.has('moment') ? 'findings' : null),
  );
  const setTab = (next: InspectorTab) => {
    showTab(next);
    keepTab(next);
  };
  const [openPerson, setOpenPerson] = useState<string | null>(null);
  const [askRange, setAskRange] = useState<Range | null>(null);
  const [added, setAdded] = useState<Range | null>(null);
  const [miss, setMiss] = useState<MissQuestion | null>(null);
  const [closer, setCloser] = useCloserPart(player);
  const marks = useMomentMarks(jobId, player, () => setTab('moments'));

  const targetModule = useMemo(() => segments.find(({ id }) => id === target)?.module, [segments, target]);
  const hasTab = tabIn(named) !== null;
  useEffect(() => {
    if (targetModule && !hasTab) showTab(tabOf({ module: targetModule }));
  }, [targetModule, hasTab]);
  // Chosen once and only for a reader who hasn't, so that neither a long list that ends to load nor speech found during
  // an analysis takes the reader away.
  useEffect(() => {
    if (isLoaded) showTab((chosen) => chosen ?? (speech.length > 0 ? 'transcript' : FIRST_TAB));
  }, [isLoaded, speech]);
  useAskedMoment(named.get('moment'), marks.moments, marks.open);

  return {
    /** Id of the open chat, and its setter; null for a new one. */
    chat: [named.get('chat'), keepChat] as const,

    tab: tab ?? FIRST_TAB,
    setTab,
    /** Keeps the tab that is shown at first, which somebody has begun to use. */
    holdTab: () => showTab((chosen) => chosen ?? FIRST_TAB),
    /** Id of the finding to show; null for none. */
    target,
    pick(segment: Segment) {
      setPicked(segment.id);
      setTab(tabOf(segment));
    },

    openPerson,
    setOpenPerson,
    showPerson(id: string) {
      setOpenPerson(id);
      setTab('people');
    },

    askRange,
    endAsk: () => setAskRange(null),
    ask(range: Range) {
      setAskRange(range);
      setTab('ask');
    },

    /** Range of the finding that is being added; null for none. */
    added,
    endAdding: () => setAdded(null),
    /** @param time start in seconds; absent: the marked range, otherwise the current time */
    add(time?: number) {
      const now = player.store.getState();
      const start = time ?? now.time;
      const end = Math.min(now.duration, start + NEW_FINDING_SECONDS);
      setAdded((time === undefined ? now.range : null) ?? { start: Math.max(0, Math.min(start, end - 0.1)), end });
      setTab('findings');
    },

    miss,
    askWhy(start: number, end: number | null = null) {
      setMiss({ start, end });
      setTab('details');
    },

    closer,
    setCloser,
    /** Looks closer at a region within the marked range, otherwise around the current frame. */
    lookCloser(region: Region) {
      const { range, time, duration } = player.store.getState();
      const around = { start: Math.max(0, time - CLOSER_SECONDS), end: Math.min(duration, time + CLOSER_SECONDS) };
      setCloser({ ...(range ?? around), region });
      setTab('details');
    },

    marks,
    mark: () => void marks.markHere(),
    markFinding: ({ id, start_time, end_time }: Segment) =>
      void marks.add({ start_time, end_time, origin: { kind: 'finding', segment_id: id } }),
  };
}

/** The part to look at closer, until a range is marked, which is looked at instead. */
function useCloserPart(player: Player) {
  const [closer, setCloser] = useState<CloserPart | null>(null);
  useEffect(
    () =>
      player.store.subscribe(({ range }, before) => {
        if (range !== before.range) setCloser(null);
      }),
    [player],
  );
  return [closer, setCloser] as const;
}

export type InspectorState = ReturnType<typeof useInspector>;
