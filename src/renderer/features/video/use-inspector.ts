import { useEffect, useMemo, useState } from 'react';
import { useSearch } from 'wouter';
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

/** Length of a new finding without a marked range. */
const NEW_FINDING_SECONDS = 3;
/** Seconds before and after the frame whose region is looked at closer. */
const CLOSER_SECONDS = 1;

/**
 * State of the tabs beside the player: the one that is open, the finding, moment, or person that was chosen elsewhere
 * or is named by the URL, and the range that is asked about, added, or looked at closer. Each action opens its tab.
 */
export function useInspector(jobId: string, player: Player, { segments, speech, isLoaded }: VideoData) {
  const search = useSearch();
  const named = useMemo(() => new URLSearchParams(search), [search]);
  const [picked, setPicked] = useState<string | null>(null);
  const target = picked ?? named.get('finding');
  const [tab, setTab] = useState<InspectorTab | null>(target !== null || named.has('moment') ? 'findings' : null);
  const [openPerson, setOpenPerson] = useState<string | null>(null);
  const [askRange, setAskRange] = useState<Range | null>(null);
  const [added, setAdded] = useState<Range | null>(null);
  const [miss, setMiss] = useState<MissQuestion | null>(null);
  const [closer, setCloser] = useState<CloserPart | null>(null);
  const marks = useMomentMarks(jobId, player, () => setTab('moments'));

  useEffect(() => {
    setPicked(null);
    const asked = Number(named.get('t') ?? Number.NaN);
    if (Number.isFinite(asked)) player.seek(asked);
    // From a notification of a comment.
    if (named.get('tab') === 'moments') setTab('moments');
  }, [named, player]);
  const targetModule = useMemo(() => segments.find(({ id }) => id === target)?.module, [segments, target]);
  useEffect(() => {
    if (targetModule) setTab(tabOf({ module: targetModule }));
  }, [targetModule]);
  // Chosen once and only for a reader who hasn't, so that neither a long list that ends to load nor speech found during
  // an analysis takes the reader away.
  useEffect(() => {
    if (isLoaded) setTab((chosen) => chosen ?? (speech.length > 0 ? 'transcript' : 'findings'));
  }, [isLoaded, speech]);
  useEffect(
    () =>
      player.store.subscribe(({ range }, before) => {
        // The marked range is looked at instead.
        if (range !== before.range) setCloser(null);
      }),
    [player],
  );
  useAskedMoment(named.get('moment'), marks.moments, marks.open);

  return {
    tab: tab ?? 'findings',
    setTab,
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

export type InspectorState = ReturnType<typeof useInspector>;
