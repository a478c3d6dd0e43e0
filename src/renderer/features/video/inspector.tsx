import type { ReactNode } from 'react';
import type { Segment } from '../../../contract/analysis/segment.ts';
import { presentationOf } from '../../../core/modules/module-display.ts';
import { Tabs } from '../../ui/controls/tabs.tsx';
import styles from './inspector.module.css';
import { useVideoText } from './text.ts';

export const INSPECTOR_TABS = ['findings', 'transcript', 'overview', 'people', 'moments', 'ask', 'details'] as const;
const TABS_WITH_SPEECH = ['transcript', 'findings', 'overview', 'people', 'moments', 'ask', 'details'] as const;
export type InspectorTab = (typeof INSPECTOR_TABS)[number];

/** Tabs beside the player. @param hasSpeech puts the transcript first @param hasPeople shows the people */
export function Inspector({
  tab,
  setTab,
  onUse,
  hasSpeech,
  hasPeople,
  newComments,
  content,
}: {
  tab: InspectorTab;
  setTab(tab: InspectorTab): void;
  onUse(): void;
  hasSpeech: boolean;
  hasPeople: boolean;
  /** Number of comments to decide on. */
  newComments: number;
  content: Readonly<Record<InspectorTab, ReactNode>>;
}) {
  const t = useVideoText();
  const order = (hasSpeech ? TABS_WITH_SPEECH : INSPECTOR_TABS).filter((value) => hasPeople || value !== 'people');
  const shown = order.includes(tab) ? tab : 'findings';
  const labelOf = (value: InspectorTab) =>
    value !== 'moments' || newComments === 0 ? (
      t(`tab.${value}`)
    ) : (
      <>
        {t(`tab.${value}`)}
        <span aria-hidden className={styles.count}>
          {newComments}
        </span>
        <span className="visually-hidden">, {t('tab.comments', { count: newComments })}</span>
      </>
    );
  const tabs = order.map((value) => ({ value, label: labelOf(value), content: content[value] }));
  return <Tabs label={t('tab.label')} value={shown} onChange={setTab} onUse={onUse} tabs={tabs} />;
}

/**
 * Tab that shows a finding in its context: a line of speech in the transcript, the summary and keywords in the
 * overview.
 */
export function tabOf({ module }: Pick<Segment, 'module'>): InspectorTab {
  if (module === 'transcription') return 'transcript';
  return presentationOf(module).isListed ? 'findings' : 'overview';
}
