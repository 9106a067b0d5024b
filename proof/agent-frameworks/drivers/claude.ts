import { permitHooks } from '@org/approval-agents/claude';
import type { HookInput, HookJSONOutput, Hooks } from '../models/claude.js';
import { callsOf, type Driver, type Mail, PRINCIPAL, RUN, type Setting } from './driver.js';

/**
 * Replaces the CLI, which is 380 MB and needs a model: calls the hooks as their types say, executes
 * `updatedInput` after an `allow`, and reports.
 */
export function claudeDriver(): Driver {
  const toolUse = async ({ gate, send }: Setting, id: string, mail: Mail) => {
    const hooks: Hooks = permitHooks(gate, { requester: { principal: PRINCIPAL }, whenPending: 'defer' });
    const call = async (input: HookInput): Promise<HookJSONOutput> =>
      (await hooks[input.hook_event_name]?.[0]?.hooks[0]?.(input, id, {
        signal: new AbortController().signal,
      })) ?? {};
    const base = { session_id: RUN, transcript_path: '', cwd: '', tool_name: 'send_mail', tool_use_id: id };
    const { hookSpecificOutput } = await call({ ...base, hook_event_name: 'PreToolUse', tool_input: mail });
    const { permissionDecision, permissionDecisionReason = '', updatedInput } = hookSpecificOutput ?? {};
    if (permissionDecision !== 'allow')
      return { waits: permissionDecision === 'defer', told: permissionDecisionReason };
    const more = { ...base, tool_input: updatedInput };
    try {
      const tool_response = await send(updatedInput as unknown as Mail);
      await call({ ...more, hook_event_name: 'PostToolUse', tool_response });
      return { waits: false, told: `${permissionDecisionReason} ${tool_response}` };
    } catch (error) {
      await call({ ...more, hook_event_name: 'PostToolUseFailure', error: String(error) });
      return { waits: false, told: String(error) };
    }
  };
  return {
    async start(setting, mails) {
      for (const { id, input } of callsOf(mails)) await toolUse(setting, id, input);
      return JSON.stringify(mails);
    },
    async resume(setting, stored) {
      const told: { waits: boolean; told: string }[] = [];
      for (const { id, input } of callsOf(JSON.parse(stored) as Mail[]))
        told.push(await toolUse(setting, id, input));
      return told.some(({ waits }) => waits) ? { waiting: stored } : { told: JSON.stringify(told) };
    },
  };
}
