import type { ReactNode } from 'react';
import { Tabs } from '../../ui/controls/tabs.tsx';
import { useVideoText } from './text.ts';

const INSPECTOR_TABS = ['findings', 'transcript', 'overview', 'ask', 'details'] as const;
export type InspectorTab = (typeof INSPECTOR_TABS)[number];

/** Tabs beside the player. */
export function Inspector({
  tab,
  setTab,
  content,
}: {
  tab: InspectorTab;
  setTab(tab: InspectorTab): void;
  content: Readonly<Record<InspectorTab, ReactNode>>;
}) {
  const t = useVideoText();
  const tabs = INSPECTOR_TABS.map((value) => ({ value, label: t(`tab.${value}`), content: content[value] }));
  return <Tabs label={t('tab.label')} value={tab} onChange={setTab} tabs={tabs} />;
}
