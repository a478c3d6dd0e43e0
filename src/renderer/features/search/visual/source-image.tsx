import type { Region } from '../../../../contract/search/visual.ts';
import { useVisualText } from '../../../ui/lib/texts/visual-text.ts';
import { RegionSelector } from '../../../ui/media/region-selector.tsx';
import styles from './visual.module.css';

/** The image that is searched with, of which a region can be selected. */
export function SourceImage({
  src,
  region,
  onRegion,
}: {
  src: string;
  region: Region | null;
  onRegion(region: Region | null): void;
}) {
  const t = useVisualText();
  return (
    <RegionSelector label={t('region.label')} region={region} onRegion={onRegion} className={styles.source}>
      <img src={src} alt="" draggable={false} className={styles.image} />
    </RegionSelector>
  );
}
