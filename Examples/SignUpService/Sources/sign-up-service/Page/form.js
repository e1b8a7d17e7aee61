// SPDX-License-Identifier: Apache-2.0
//
// The server checks a field as it is left: what is wrong is shown at the fields that were left so far. Without this script,
// the server says the same when the form is sent.
const form = document.querySelector('form');
const left = new Set([...form.querySelectorAll('[aria-invalid]')].map((control) => control.name));
let last = 0;

function show(problems) {
    for (const control of form.elements) {
        if (!left.has(control.name)) continue;
        const messages = problems[control.name] ?? [];
        const place = document.getElementById(`${control.name}-messages`);
        // Text that stays the same is not read out again.
        const shown = [...place.children].map((line) => line.textContent);
        if (JSON.stringify(shown) === JSON.stringify(messages)) continue;
        place.replaceChildren(...messages.map((message) => {
            const line = document.createElement('p');
            line.textContent = message;
            return line;
        }));
        if (messages.length) control.setAttribute('aria-invalid', 'true');
        else control.removeAttribute('aria-invalid');
    }
}

async function check() {
    const number = ++last;
    try {
        const answer = await fetch('/check', { method: 'POST', body: new URLSearchParams(new FormData(form)) });
        const problems = answer.ok ? await answer.json() : null;
        // An answer about what was typed before a later question counts no more.
        if (problems && number === last) show(problems);
    } catch {
        // The server says it when the form is sent.
    }
}

form.addEventListener('focusout', (event) => {
    if (!event.target.name) return;
    left.add(event.target.name);
    check();
});
form.addEventListener('change', (event) => {
    if (event.target.matches('select, [type=checkbox]')) {
        left.add(event.target.name);
        check();
    }
});
