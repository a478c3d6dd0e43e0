import type { ModelInfo } from '../../../../contract/system/models.ts';
import { useUiText } from '../ui-text.ts';

/** Name of a model for the user; imported models are marked, without the prefix of their ids. */
export function useModelName(): (model: Pick<ModelInfo, 'name' | 'checksum'>) => string {
  const t = useUiText();
  return ({ name, checksum }) =>
    checksum === 'none' ? t('model.imported', { name: name.replace(/^own-/, '') }) : name;
}
