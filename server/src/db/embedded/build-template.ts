// Run once after installation: makes the template that new embedded databases are copied from.
import { openDatabase } from '#db/database.ts';
import { makeTemplate } from '#db/embedded/database-template.ts';

try {
  await makeTemplate(async (dataDir) => {
    const database = await openDatabase({ dataDir, connections: 1 });
    await database.close();
  });
} catch (error) {
  // An installation without the template works: it is only slower at the first start.
  process.stderr.write(`No database template was made: ${(error as Error).message}\n`);
}
