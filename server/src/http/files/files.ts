// Serves stored files, such as customers' photos, at addresses that nobody can guess.
import { readFile } from '#core/files/files.ts';
import { openDirectory } from '#core/organizations/organization-directory.ts';
import { openScope, type Platform } from '#core/scope.ts';
import type { Area } from '#http/wire/request.ts';
import { missing } from '#kit/fault.ts';
import { isUuid } from '#kit/id.ts';

/** Files by organization and id. */
export const photoFiles: Area<{ platform: Platform }> = async (app, { parts }) => {
  const directory = openDirectory(parts.platform);

  app.get<{ Params: { organizationId: string; fileId: string } }>(
    '/:organizationId/:fileId',
    async ({ params }, reply) => {
      const { organizationId, fileId } = params;
      const organization = isUuid(organizationId) ? await directory.byId(organizationId) : undefined;
      if (!organization) throw missing('The file');
      const scope = openScope(parts.platform, organization, { type: 'system', id: 'files', name: 'Files' });
      const file = await readFile(scope, fileId);
      // A picture of our own making; nothing a browser could take for a page even if it were not.
      return reply
        .type(file.contentType)
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('content-disposition', 'inline')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', 'public, max-age=3600')
        .send(file.bytes);
    },
  );
};
