// What the reference page does beyond reading: copying, one language for all samples, the reader's key in the samples,
// and where in the contents the reader is. The page is whole without it.

const news = document.querySelector('#news');
const contents = document.querySelector('#contents');

for (const button of document.querySelectorAll('.copy')) {
  button.hidden = false;
  button.addEventListener('click', () => copy(button));
}

async function copy(button) {
  const block = button.closest('.code');
  const code = [...block.querySelectorAll('code')].find((one) => one.checkVisibility());
  const label = button.firstChild;
  try {
    await navigator.clipboard.writeText(code.textContent);
    label.data = 'Copied';
  } catch {
    // Pages that are not served securely have no clipboard: the reader copies what is now selected.
    getSelection().selectAllChildren(code);
    label.data = 'Selected';
  }
  news.textContent = `${label.data}.`;
  setTimeout(() => {
    label.data = 'Copy';
    news.textContent = '';
  }, 2000);
}

// A language chosen for one sample is chosen for all; what the reader looks at stays where it is.
document.addEventListener('change', ({ target }) => {
  if (!target.matches('.samples input')) return;
  const before = target.getBoundingClientRect().top;
  for (const other of document.querySelectorAll(`.samples input[value="${target.value}"]`))
    other.checked = true;
  scrollBy(0, target.getBoundingClientRect().top - before);
});

const keyField = document.querySelector('.key-field');
if (keyField) {
  keyField.hidden = false;
  const places = [...document.querySelectorAll('.credential')].map((place) => [place, place.textContent]);
  keyField.addEventListener('submit', (event) => event.preventDefault());
  keyField.querySelector('input').addEventListener('input', ({ target }) => {
    const key = target.value.trim();
    for (const [place, variable] of places) place.textContent = key || variable;
  });
}

contents.addEventListener('click', ({ target }) => {
  if (target.closest('a') && contents.matches(':popover-open')) contents.hidePopover();
});

const links = new Map([...contents.querySelectorAll('li a')].map((link) => [link.hash.slice(1), link]));
const headings = [...document.querySelectorAll('main :is(h2, h3)[id]')].filter(({ id }) => links.has(id));
let current;

/** Marks the last heading that has passed the upper third of the window. */
function markPlace() {
  const line = innerHeight / 3;
  const passed = headings.filter((heading) => heading.getBoundingClientRect().top < line).at(-1);
  const link = passed && links.get(passed.id);
  if (link === current) return;
  current?.removeAttribute('aria-current');
  link?.setAttribute('aria-current', 'true');
  if (link && !contents.matches(':popover-open')) keepInView(link);
  current = link;
}

/** Scrolls the contents, never the page. */
function keepInView(link) {
  const { top, bottom } = link.getBoundingClientRect();
  const frame = contents.getBoundingClientRect();
  if (top < frame.top) contents.scrollTop -= frame.top - top + 40;
  if (bottom > frame.bottom) contents.scrollTop += bottom - frame.bottom + 40;
}

addEventListener('scroll', () => requestAnimationFrame(markPlace), { passive: true });
markPlace();
