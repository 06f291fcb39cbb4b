// frontdesk doctor
import { Fault } from '#kit/fault.ts';
import { addCommand, type CommonOptions } from '#src/cli/command.ts';
import type { BareContext, CommandFamily } from '#src/cli/context.ts';
import type { Finding } from '#src/cli/doctor/finding.ts';

/** Adds `doctor`. */
export const doctorCommand: CommandFamily = (program, shell) => {
  addCommand(program, 'doctor', {
    summary: 'Check the configuration, the data directory, the database, mail and the clock',
    details: 'It changes nothing, and exits with 1 when a check fails; warnings alone exit with 0.',
    examples: ['doctor', 'doctor --json'],
  }).action(
    shell.bare(async (context, _options: CommonOptions) => {
      const findings = await examineAll(context);
      if (!findings) return;
      const failed = findings.filter(({ status }) => status === 'fail').length;
      context.print({ healthy: failed === 0, checks: findings.map(findingView) }, report(findings));
      if (failed > 0) throw new Fault('unavailable', 'checks_failed', checksFailed(failed, findings.length));
    }),
  );
};

/** The findings, or `undefined` when a running server has told its own. */
async function examineAll(context: BareContext): Promise<Finding[] | undefined> {
  const checks = await import('#src/cli/doctor/checks.ts');
  const configuration = checks.checkConfiguration(context.config);
  if (!configuration.config) return configuration.findings;
  if (!context.parts && (await context.handOver(configuration.config))) return undefined;
  return [
    ...configuration.findings,
    ...(await checks.checkInstallation(configuration.config, context.parts)),
  ];
}

function findingView({ name, status, message, advice }: Finding) {
  return { name, status, message, advice: advice ?? null };
}

function report(findings: Finding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const lines = findings.map(({ name, status, message, advice }) => {
    const told = `${status.padEnd(4)}  ${name.padEnd(width)}  ${message}`;
    return advice ? `${told}\n${' '.repeat(width + 8)}${advice}` : told;
  });
  return lines.join('\n');
}

function checksFailed(failed: number, all: number): string {
  return failed === 1 ? `1 of ${all} checks failed.` : `${failed} of ${all} checks failed.`;
}
