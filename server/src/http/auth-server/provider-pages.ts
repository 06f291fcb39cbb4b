// The pages the library asks for, in the brand of the organization whose call it is.
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { currentCall } from './call.ts';
import { errorPage, signedOutPage, signOutPage } from './pages/end-pages.ts';
import type { Brand, Page } from './pages/page-frame.ts';

/** Shows what is wrong with a request that can't be answered with a redirect. */
export function showProviderError(ctx: KoaContextWithOIDC, out: ErrorOut): void {
  send(ctx, errorPage(currentBrand(), errorWords(out, ctx.oidc?.route)));
}

/** Asks whether to sign out, or does so at once when the application has proved whose session it is. */
export function showSignOut(ctx: KoaContextWithOIDC, form: string): void {
  const { entities, session } = ctx.oidc;
  const hinted = entities.IdTokenHint?.payload.sub;
  const atOnce = hinted !== undefined && hinted === session?.accountId;
  send(ctx, signOutPage(currentBrand(), { form, formId: 'op.logoutForm', atOnce }));
}

/** Says that the customer is signed out, or still signed in. The library tells the second apart by naming the client. */
export function showSignedOut(ctx: KoaContextWithOIDC): void {
  send(ctx, signedOutPage(currentBrand(), { isSignedOut: ctx.oidc.client === undefined }));
}

/** The words for an error of the library. */
export function errorWords(
  { error, error_description }: Pick<ErrorOut, 'error' | 'error_description'>,
  route?: string,
): { title: string; sentences: string[]; code: string } {
  const code = error_description ? `${error}: ${error_description}` : error;
  const back = 'Go back to the application you came from and try again.';
  if (error === 'invalid_client') {
    return {
      title: 'This application is not known here',
      sentences: ['It is not registered, or no longer.', back],
      code,
    };
  }
  if (error === 'invalid_redirect_uri') {
    const sentence =
      'The application wants you sent back to an address that is not registered for it, so nobody is sent there.';
    return { title: 'This address is not registered', sentences: [sentence], code };
  }
  if (route === 'resume' || route === 'interaction') {
    return {
      title: 'This sign-in has ended',
      sentences: ['It took too long, or was finished in another window.', back],
      code,
    };
  }
  if (error === 'server_error') {
    return { title: 'Something went wrong on our side', sentences: ['Nothing is lost.', back], code };
  }
  return {
    title: 'This can’t be answered',
    sentences: ['Something about the request is not right.', back],
    code,
  };
}

function currentBrand(): Brand | undefined {
  return currentCall().scope?.organization;
}

function send(ctx: KoaContextWithOIDC, { html, headers }: Page): void {
  ctx.set(headers);
  ctx.body = html;
}
