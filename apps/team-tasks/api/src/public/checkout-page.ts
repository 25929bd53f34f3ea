import { html } from 'hono/html';
import type { Order } from '../types.ts';

const STYLE = `
  body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #1d2433; background: #f3f4f7; }
  main { max-width: 26rem; margin: 4rem auto; padding: 2rem; background: #fff; border: 1px solid #d8dce5; border-radius: 12px; }
  h1 { margin: 0 0 1rem; font-size: 1.4rem; }
  dl { display: grid; grid-template-columns: 1fr auto; gap: .4rem 1rem; margin: 0 0 1.5rem; }
  dd { margin: 0; text-align: right; }
  button { width: 100%; padding: .7rem; font: inherit; color: #fff; background: #23509e; border: 0; border-radius: 8px; cursor: pointer; }
  a { display: block; margin-top: 1rem; text-align: center; color: #23509e; }
`;

const returnPath = (order: Order, outcome: string): string => `/credits?checkout=${outcome}&order=${order.id}`;

const page = (title: string, content: unknown) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Checkout · Team Tasks</title>
    <link rel="icon" href="data:," />
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      ${content}
    </main>
  </body>
</html>`;

function details(order: Order) {
  return html`<dl>
        <dt>Order</dt><dd>${order.id}</dd>
        <dt>Credits</dt><dd>${order.credits}</dd>
        <dt>Total</dt><dd>$${(order.amountCents / 100).toFixed(2)}</dd>
      </dl>`;
}

export function checkoutPage(order: Order, paying: boolean) {
  if (order.status !== 'pending') {
    const title = order.status === 'paid' ? 'This order is paid' : 'This order was cancelled';
    const back = html`<a href="${returnPath(order, order.status)}">Return to Team Tasks</a>`;
    return page(title, html`${details(order)}${back}`);
  }
  if (paying) {
    const back = html`<a href="/credits">Return to Team Tasks</a>`;
    return page('Payment under way', html`${details(order)}<p>This takes a moment.</p>${back}`);
  }
  return page(
    'Checkout',
    html`${details(order)}
      <form method="post" action="/checkout/${order.id}/pay"><button type="submit">Pay</button></form>
      <a href="${returnPath(order, 'cancelled')}">Cancel and return</a>`,
  );
}

export const missingOrderPage = () =>
  page('This order was not found', html`<a href="/credits">Return to Team Tasks</a>`);

export const afterPayment = (order: Order): string => returnPath(order, order.status);
