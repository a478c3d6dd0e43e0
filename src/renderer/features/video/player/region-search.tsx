import { ScanEye, ScanSearch } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { Region } from '../../../../contract/search/visual.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { useVisualText } from '../../../ui/lib/texts/visual-text.ts';
import { RegionSelector } from '../../../ui/media/region-selector.tsx';
import { useVideoText } from '../text.ts';
import styles from './player.module.css';

/** Region that a selection begins with. */
export const FIRST_REGION: Region = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };

interface RegionSearchProps {
  onSearch(): void;
  onCancel(): void;
}

/** Selects the region of the paused frame that is searched with. @param frame place of the frame */
export function RegionPicker({
  region,
  frame,
  onRegion,
  onSearch,
  onCancel,
}: RegionSearchProps & { region: Region; frame: CSSProperties; onRegion(region: Region): void }) {
  const t = useVisualText();
  return (
    <div className={styles.picker} style={frame}>
      <RegionSelector
        label={t('region.player')}
        region={region}
        onRegion={(next) => next && onRegion(next)}
        onSubmit={onSearch}
        onCancel={onCancel}
        autoFocus
        className={styles.pickerArea}
      />
    </div>
  );
}

/** Takes the place of the controls while a region is selected. */
export function RegionBar({ onSearch, onCloser, onCancel }: RegionSearchProps & { onCloser(): void }) {
  const t = useVisualText();
  const video = useVideoText();
  return (
    <div className={styles.controls}>
      <span className={styles.regionHint}>{t('region.bar')}</span>
      <span className={styles.space} />
      <Button look="quiet" size="small" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button size="small" icon={ScanEye} onClick={onCloser}>
        {video('closer')}
      </Button>
      <Button look="primary" size="small" icon={ScanSearch} onClick={onSearch}>
        {t('similar')}
      </Button>
    </div>
  );
}
