// Receipts at their signed links, for people to read and print.

import { readReceiptToken } from '#core/orders/receipt-links.ts';
import { getReceipt, type Receipt } from '#core/orders/receipts.ts';
import { openDirectory } from '#core/organizations/organization-directory.ts';
import { openScope, type Platform } from '#core/scope.ts';
import { missingReceiptPage, receiptPage } from '#http/pages/receipt-page.ts';
import { type Area, unframed } from '#http/wire/request.ts';
import { Fault } from '#kit/fault.ts';

const actor = { type: 'system', id: 'receipts', name: 'Receipt link' } as const;

/** The pages of receipts. The link is all it takes, so nobody on the way keeps the page, and no index lists it. */
export const receiptPages: Area<{ platform: Platform }> = async (app, { parts: { platform } }) => {
  const directory = openDirectory(platform);

  app.get<{ Params: { token: string } }>('/receipts/:token', async ({ params }, reply) => {
    const receipt = await receiptAt(params.token);
    const { html, policy } = receipt ? receiptPage(receipt) : missingReceiptPage();
    return unframed(reply)
      .code(receipt ? 200 : 404)
      .header('content-security-policy', policy)
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex')
      .type('text/html; charset=utf-8')
      .send(html);
  });

  async function receiptAt(token: string): Promise<Receipt | undefined> {
    const link = readReceiptToken(platform.tools, token);
    const organization = link && (await directory.byId(link.organizationId));
    if (!organization) return undefined;
    try {
      return await getReceipt(openScope(platform, organization, actor), link.customerId, link.orderId);
    } catch (error) {
      if (error instanceof Fault && error.kind === 'missing') return undefined;
      throw error;
    }
  }
};
