// Vercel's AI SDK, driven like the libraries of libraries.py. Usage: node ai_sdk.mjs NAME ADDRESS KEY [too-long]
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, stepCountIs, streamText, tool } from "ai";
import { z } from "zod";

const SAID = "The sea is calm today.";
const [name, address, key, more] = process.argv.slice(2);
const calls = [];

function modelWith(apiKey) {
  const options = { name: "hearth", baseURL: `${address}/v1`, apiKey };
  const make = name === "ai-sdk-anthropic" ? createAnthropic : createOpenAICompatible;
  return make(options)("hearth");
}

async function seen(what) {
  try {
    const text = (await what()).trim();
    return text === SAID ? "ok" : `said ${JSON.stringify(text.slice(0, 80))}`;
  } catch (error) {
    return `${error.name}: ${String(error.message).slice(0, 200)}`;
  }
}

const model = modelWith(key);
if (more) {
  const prompt = "Tell me of the sea. ".repeat(300);
  const too_long = await seen(async () => (await generateText({ model, prompt })).text);
  console.log(JSON.stringify({ too_long }));
  process.exit();
}
const run = tool({
  description: "Runs a command.",
  inputSchema: z.object({ command: z.string() }),
  execute: async ({ command }) => (calls.push(command), "sea"),
});
const told = {
  plain: await seen(async () => (await generateText({ model, prompt: "Tell me of the sea." })).text),
  stream: await seen(async () => {
    let text = "";
    for await (const piece of streamText({ model, prompt: "Tell me of the sea." }).textStream) text += piece;
    return text;
  }),
  tool: await seen(async () => {
    const options = { model, prompt: "Now sail.", tools: { run }, stopWhen: stepCountIs(3) };
    return (await generateText(options)).text;
  }),
  error: await seen(async () => {
    const options = { model: modelWith("not-the-key"), prompt: "Tell me of the sea.", maxRetries: 0 };
    return (await generateText(options)).text;
  }),
};
if (told.tool === "ok" && calls.join() !== "echo sea") told.tool = `called ${calls}`;
console.log(JSON.stringify(told));
