import {
  AudioLines,
  BookOpen,
  Captions,
  Clapperboard,
  Hash,
  type LucideIcon,
  Rows3,
  Shapes,
  Tag,
  Type,
} from 'lucide-react';
import type { ModuleName } from '../../../contract/modules.ts';
import { cx } from '../lib/classes.ts';
import { useUiText } from '../lib/ui-text.ts';
import styles from './module-icon.module.css';

/** How each kind of finding looks, everywhere: an icon, and a hue by its custom property. */
export const MODULE_LOOKS: Readonly<Record<ModuleName, { icon: LucideIcon; hue: string }>> = {
  transcription: { icon: Captions, hue: 'var(--hue-speech)' },
  scenes: { icon: Clapperboard, hue: 'var(--hue-shots)' },
  visualelements: { icon: Shapes, hue: 'var(--hue-objects)' },
  logos: { icon: Tag, hue: 'var(--hue-brands)' },
  ocr: { icon: Type, hue: 'var(--hue-text)' },
  audioevents: { icon: AudioLines, hue: 'var(--hue-sound)' },
  summary: { icon: BookOpen, hue: 'var(--hue-summary)' },
  chapters: { icon: Rows3, hue: 'var(--hue-chapters)' },
  keywords: { icon: Hash, hue: 'var(--hue-keywords)' },
};

/** Names of the modules in the chosen language. */
export function useModuleNames(): (name: ModuleName) => string {
  const t = useUiText();
  return (name) => t(`module.${name}`);
}

/** A module's sign, with its name beside it or read out. */
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
  const { icon: Icon } = MODULE_LOOKS[name];
  return (
    <span className={styles.module}>
      <Icon aria-hidden size={size} strokeWidth={1.75} className={cx(styles.icon, styles[name])} />
      <span className={withName ? styles.name : 'visually-hidden'}>{nameOf(name)}</span>
    </span>
  );
}
