import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReferenceLogo } from '../../../../contract/analysis/brands.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { showChange } from '../../../api/query-client.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Input } from '../../../ui/controls/input.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import page from '../page.module.css';
import { runAction } from '../run-action.ts';
import { useSettingsText } from '../text.ts';
import styles from './brands.module.css';
import { withLogo } from './logo-list.ts';

/** Card of a reference logo with an editable name; the background suits white and black logos. */
export function LogoCard({ logo }: { logo: ReferenceLogo }) {
  const t = useSettingsText();
  const { logo_id: id, name, width, height } = logo;
  const image = useLogoImage(id);
  const [typed, setTyped] = useState(name);

  const rename = async () => {
    const next = typed.trim();
    if (next === '') return setTyped(name);
    if (next === name) return;
    const isDone = await runAction(async () => {
      const renamed = await api.logos.rename(id, next);
      showChange(queries.logos, (list) => withLogo(list, renamed));
    });
    if (!isDone) setTyped(name);
  };
  const remove = () =>
    runAction(async () => {
      // Loaded before the deletion, so that undo can upload it again.
      const bytes = await api.logos.picture(id);
      const remaining = await api.logos.remove(id);
      showChange(queries.logos, () => remaining);
      const undo = () =>
        void runAction(async () => {
          const restored = await api.logos.add(name, bytes);
          showChange(queries.logos, (list) => withLogo(list, restored));
        });
      toast(t('logos.deleted', { name }), { action: { label: t('logos.undo'), run: undo } });
    });
  return (
    <li className={styles.card}>
      <span className={styles.ground}>{image && <img src={image} alt="" className={styles.picture} />}</span>
      <Input
        label={t('logos.name')}
        hideLabel
        dir="auto"
        maxLength={80}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => void rename()}
        onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && event.currentTarget.blur()}
      />
      <span className={styles.foot}>
        <span className={page.facts}>{t('logos.size', { width, height })}</span>
        <IconButton icon={Trash2} size="small" label={t('logos.delete', { name })} onClick={() => void remove()} />
      </span>
    </li>
  );
}

/** Object URL of the image, fetched with credentials that an `img` element can't send. */
function useLogoImage(id: string): string | null {
  const { data } = useQuery(queries.logoPicture(id));
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return undefined;
    const objectUrl = URL.createObjectURL(data);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [data]);
  return url;
}
