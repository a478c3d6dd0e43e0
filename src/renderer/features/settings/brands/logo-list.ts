import { foldText } from '../../../../base/text-fold.ts';
import type { ReferenceLogo, ReferenceLogoList } from '../../../../contract/analysis/brands.ts';

/** Adds or replaces a logo, sorted by name as the server does. */
export function withLogo({ logos }: ReferenceLogoList, logo: ReferenceLogo): ReferenceLogoList {
  const others = logos.filter(({ logo_id }) => logo_id !== logo.logo_id);
  const after = others.findIndex(({ name }) => foldText(name) > foldText(logo.name));
  return { logos: others.toSpliced(after < 0 ? others.length : after, 0, logo) };
}
