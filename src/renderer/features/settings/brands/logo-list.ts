import type { ReferenceLogo, ReferenceLogoList } from '../../../../contract/brands.ts';

/** The list with one logo added or changed, in the order of the names, as the server gives it. */
export function withLogo({ logos }: ReferenceLogoList, logo: ReferenceLogo): ReferenceLogoList {
  const others = logos.filter(({ logo_id }) => logo_id !== logo.logo_id);
  const after = others.findIndex(({ name }) => name > logo.name);
  return { logos: others.toSpliced(after < 0 ? others.length : after, 0, logo) };
}
