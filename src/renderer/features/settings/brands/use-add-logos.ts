import { useState } from 'react';
import { MAX_REFERENCE_LOGO_BYTES } from '../../../../contract/analysis/brands.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { showChange } from '../../../api/query-client.ts';
import { errorText } from '../../../ui/lib/messages.ts';
import { useSettingsText } from '../text.ts';
import { withLogo } from './logo-list.ts';
import { logoName } from './logo-name.ts';

export const MAX_LOGO_MB = MAX_REFERENCE_LOGO_BYTES / 1024 / 1024;

/** Adds logos from files: names of those being added, and files that were refused. */
export function useAddLogos() {
  const t = useSettingsText();
  const [adding, setAdding] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<readonly { file: string; reason: string }[]>([]);

  const add = async (files: readonly File[]) => {
    setRefused([]);
    setAdding(files.map(({ name }) => name));
    // Sequential, to keep the order and the load on the worker low.
    for (const file of files) {
      if (file.size > MAX_REFERENCE_LOGO_BYTES) {
        setRefused((before) => [...before, { file: file.name, reason: t('logos.large', { mb: MAX_LOGO_MB }) }]);
        setAdding((before) => before.slice(1));
        continue;
      }
      try {
        const logo = await api.logos.add(logoName(file.name), file);
        showChange(queries.logos, (list) => withLogo(list, logo));
      } catch (thrown) {
        setRefused((before) => [...before, { file: file.name, reason: errorText(thrown) }]);
      }
      setAdding((before) => before.slice(1));
    }
  };
  const dismiss = (file: string) => setRefused((before) => before.filter((other) => other.file !== file));
  return { adding, refused, add, dismiss };
}
