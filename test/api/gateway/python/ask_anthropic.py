import os

from anthropic import Anthropic

client = Anthropic(base_url=os.environ["BATON_URL"], api_key=os.environ["BATON_KEY"], max_retries=0)

for model in os.environ["BATON_MODELS"].split():
    asked = {
        "model": model,
        "max_tokens": 500,
        "messages": [{"role": "user", "content": "What is the weather in Rome?"}],
    }
    schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}

    message = client.messages.create(**asked)
    assert message.content[0].text == "It is sunny.", message
    with client.messages.stream(**asked) as stream:
        assert "".join(stream.text_stream) == "It is sunny."
    assert client.messages.count_tokens(model=asked["model"], messages=asked["messages"]).input_tokens > 5

    asked["messages"] = [{"role": "user", "content": "CALL"}]
    called = client.messages.create(**asked, tools=[{"name": "get_weather", "input_schema": schema}])
    assert called.stop_reason == "tool_use", called
    assert [block.input for block in called.content if block.type == "tool_use"] == [{"city": "Rome"}]

    asked["messages"] = [{"role": "user", "content": "SLOW"}]
    with client.messages.stream(**asked) as slow:
        assert next(iter(slow.text_stream))
