/** Asks over any page. Without React: a second root would be code for every visitor. */
import { buttonClass } from '#ui/button.tsx';

const TITLE_ID = 'ask-before-logout';

export function askBeforeLogout(loss: string): Promise<boolean> {
  const dialog = element(
    'dialog',
    'm-auto w-[min(100%-2rem,28rem)] rounded-panel bg-ground p-6 text-ink backdrop:bg-black/65',
  );
  dialog.setAttribute('aria-labelledby', TITLE_ID);
  const title = element('h2', 'text-2xl', 'Log out and lose it?');
  title.id = TITLE_ID;
  const text = `${loss} Logging out deletes it from this device.`;
  const stay = button('Stay logged in', 'outline');
  const leave = button('Log out', 'danger');
  const buttons = element('div', 'mt-6 flex flex-wrap justify-end gap-3');
  buttons.append(stay, leave);
  dialog.append(title, element('p', 'mt-4 wrap-anywhere', text), buttons);
  document.body.append(dialog);
  dialog.showModal();
  // The harmless choice.
  stay.focus();
  return new Promise((resolve) => {
    let isConfirmed = false;
    stay.onclick = () => dialog.close();
    leave.onclick = () => {
      isConfirmed = true;
      dialog.close();
    };
    dialog.onclose = () => {
      dialog.remove();
      resolve(isConfirmed);
    };
  });
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

function button(label: string, look: 'outline' | 'danger'): HTMLButtonElement {
  const made = element('button', buttonClass(look), label);
  made.type = 'button';
  return made;
}
