import os

from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.openai import OpenAIProvider

provider = OpenAIProvider(base_url=os.environ["BATON_URL"] + "/v1", api_key=os.environ["BATON_KEY"])

for name in os.environ["BATON_MODELS"].split():
    for kind in (OpenAIChatModel, OpenAIResponsesModel):
        agent = Agent(kind(name, provider=provider))
        answer = agent.run_sync("What is the weather in Rome?")
        assert answer.output == "It is sunny.", answer

        seen = []

        @agent.tool_plain
        def get_weather(city: str) -> str:
            """The weather of a city"""
            seen.append(city)
            return "sunny"

        assert agent.run_sync("CALL").output == "It is sunny."
        assert seen == ["Rome"], seen
