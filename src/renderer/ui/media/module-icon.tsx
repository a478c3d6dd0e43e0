import {
  AudioLines,
  BookOpen,
  Captions,
  Clapperboard,
  Hash,
  type LucideIcon,
  Rows3,
  Shapes,
  Sparkles,
  Tag,
  Type,
  Users,
} from 'lucide-react';
import type { ModuleName } from '../../../contract/analysis/modules.ts';
import { moduleHue, moduleTexts, presentationOf } from '../../../core/modules/module-display.ts';
import type { ModuleIconName, ModuleTexts } from '../../../core/modules/module-presentation.ts';
import { usePreferences } from '../lib/preferences.ts';
import styles from './module-icon.module.css';

const ICONS = {
  'audio-lines': AudioLines,
  'book-open': BookOpen,
  captions: Captions,
  clapperboard: Clapperboard,
  hash: Hash,
  rows: Rows3,
  shapes: Shapes,
  sparkles: Sparkles,
  tag: Tag,
  type: Type,
  users: Users,
} as const satisfies Record<ModuleIconName, LucideIcon>;

/** Icon of a module. */
export function moduleIcon(name: ModuleName): LucideIcon {
  return ICONS[presentationOf(name).icon];
}

/** Texts of the modules in the selected language. */
export function useModuleTexts(): (name: ModuleName) => ModuleTexts {
  const language = usePreferences((preferences) => preferences.language);
  return (name) => moduleTexts(name, language);
}

/** Names of the modules in the selected language. */
export function useModuleNames(): (name: ModuleName) => string {
  const textsOf = useModuleTexts();
  return (name) => textsOf(name).title;
}

/** Icon of a module with a visible or accessible name. */
export function ModuleIcon({
  name,
  withName = false,
  size = 14,
}: {
  name: ModuleName;
  withName?: boolean;
  size?: number;
}) {
  const nameOf = useModuleNames();
  const Icon = moduleIcon(name);
  return (
    <span className={styles.module}>
      <Icon aria-hidden size={size} strokeWidth={1.75} className={styles.icon} style={{ color: moduleHue(name) }} />
      <span className={withName ? styles.name : 'visually-hidden'}>{nameOf(name)}</span>
    </span>
  );
}
