import { MODULE_NAMES, type ModuleName } from '../../contract/analysis/modules.ts';
import { presentationOf } from '../../core/modules/module-display.ts';
import { termsOf } from '../../db/text-index/terms.ts';

/** Index terms by which a question asks for a type of finding, in every language. */
const MODULE_BY_TERM = new Map(
  MODULE_NAMES.flatMap((module) =>
    Object.values(presentationOf(module).texts).flatMap(({ questionTerms }) =>
      termsOf(questionTerms).map((term) => [term, module] as const),
    ),
  ),
);

/** The module whose findings a query term asks for, if any. */
export function moduleOfTerm(term: string): ModuleName | undefined {
  return MODULE_BY_TERM.get(term);
}
