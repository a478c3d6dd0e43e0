import { createElement } from './element.ts';
import { t } from './text.ts';

/** Why a password did not open a link. */
export type PasswordProblem = 'wrong' | 'limited' | 'failed';

/** Creates the page that asks for the password of a link. @param open shows the content, or returns the problem */
export function createPasswordPage(open: (password: string) => Promise<PasswordProblem | null>): HTMLElement {
  document.title = `${t('password.title')} · Reelscope`;
  const problem = createElement('p', { class: 'problem', attributes: { role: 'alert', id: 'password-problem' } });
  const box = createElement('input', {
    class: 'search',
    attributes: {
      type: 'password',
      id: 'password',
      autocomplete: 'off',
      required: '',
      maxlength: '200',
      'aria-describedby': 'password-problem',
    },
  });
  const button = createElement(
    'button',
    { class: 'button primary', attributes: { type: 'submit' } },
    t('password.open'),
  );
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    button.disabled = true;
    button.textContent = t('password.opening');
    const found = await open(box.value);
    button.disabled = false;
    button.textContent = t('password.open');
    if (found === null) return;
    problem.textContent = t(`password.${found}`);
    box.setAttribute('aria-invalid', 'true');
    box.focus();
    box.select();
  };
  return createElement(
    'form',
    { class: 'message', on: { submit: (event) => void submit(event) } },
    createElement('p', { class: 'brand' }, 'Reelscope'),
    createElement('h1', {}, t('password.title')),
    createElement('p', { class: 'about' }, t('password.text')),
    createElement('label', { attributes: { for: 'password' } }, t('password.label')),
    createElement('div', { class: 'line ask' }, box, button),
    problem,
  );
}
